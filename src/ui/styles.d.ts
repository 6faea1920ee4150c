import "react";

declare module "react" {
  interface CSSProperties {
    /** A CSS variable of a control: how much of it is filled, from 0 to 1. */
    "--part"?: number;
    "--level"?: number;
    /** The columns that only this grid has, and the least width of all in rem. */
    "--own-columns"?: string;
    "--least-width"?: string;
  }
}
