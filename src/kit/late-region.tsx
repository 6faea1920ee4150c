import { type ReactNode, useEffect, useState } from "react";

interface LateRegionProps {
  readonly role?: "alert" | "status";
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * How long it stands empty, in milliseconds: long enough for screen readers to take notice of it, too short to be seen.
 */
const notice = 50;

/**
 * A live region that comes with what it tells of, such as an alert in the place of what broke: it comes empty and is
 * filled a moment later, since many screen readers don't read what comes together with its region. Where the region can
 * stand there before, let it: that is `Status`.
 */
export function LateRegion({ role = "alert", className, children }: LateRegionProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), notice);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role={role} className={className}>
      {isKnown && children}
    </div>
  );
}
