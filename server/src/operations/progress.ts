/** One line about what an operation does now, for the person who waits for it. */
export type Progress = (line: string) => void
