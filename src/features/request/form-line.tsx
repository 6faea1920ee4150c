import { type ReactNode, useId } from "react";
import styles from "./request.module.css";

interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

interface FormLineProps {
  readonly label: string;
  /** What is wrong with its value. */
  readonly fault?: string | undefined;
  /** The control, which takes what is given to it. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** A line of the form of a request by hand: its name, its control, and what is wrong with it. */
export function FormLine({ label, fault, children }: FormLineProps) {
  const id = useId();
  const isWrong = fault !== undefined;
  return (
    <>
      <label className="note" htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-invalid": isWrong || undefined, "aria-describedby": isWrong ? `${id}-fault` : undefined })}
      {isWrong && (
        <p id={`${id}-fault`} className={styles["wrong"]} data-tone="bad">
          {fault}
        </p>
      )}
    </>
  );
}
