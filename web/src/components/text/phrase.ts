/** Parameters that many texts take. */
export type Count = { count: number }
export type Name = { name: string }
export type Time = { time: string }

/** A count with its English noun: `1 channel`, `3 channels`. */
export const plural = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)
