/** One line about the current step of an operation, for the waiting operator. */
export type Progress = (line: string) => void
