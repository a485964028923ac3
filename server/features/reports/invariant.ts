/** Something that holds at every moment a reader can see, or after the time that its sentence names. */
export type Invariant = {
  readonly name: string;
  readonly sentence: string;
  /** Answers the rows that break it. */
  readonly offenders: string;
};
