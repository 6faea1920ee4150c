import { type ReactNode, useEffect, useState } from "react";

interface LateRegionProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * How long it stands empty, in milliseconds: long enough for screen readers to take notice of it, too short to be seen.
 */
const notice = 50;

/**
 * An alert that takes the place of what broke: it comes empty and is filled a moment later, since many screen readers
 * don't read what comes together with its region. Where the region can stand there before, let it.
 */
export function LateRegion({ className, children }: LateRegionProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), notice);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="alert" className={className}>
      {isKnown && children}
    </div>
  );
}
