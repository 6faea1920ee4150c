import "react";

declare module "react" {
  interface CSSProperties {
    /** A CSS variable of a control: how much of it is filled, from 0 to 1. */
    "--part"?: number;
    "--level"?: number;
    /** How many characters a box shows. */
    "--characters"?: number;
    /** How large letters are beside the largest, from 0 to 1. */
    "--scale"?: number;
    /** How many share the height. */
    "--count"?: number;
    /** A place along an axis, as a percentage. */
    "--at"?: string;
    /** The columns that only this grid has, and the least width of all in rem. */
    "--own-columns"?: string;
    "--least-width"?: string;
  }
}
