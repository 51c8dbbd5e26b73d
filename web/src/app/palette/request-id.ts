/** A request id, alone or in the text of an error: the time, the clock's nanoseconds and eight random characters. */
const requestId = /(?<![A-Za-z0-9])\d{23}[A-Za-z0-9]{8}(?![A-Za-z0-9])/

export const requestIdIn = (text: string): string | undefined => requestId.exec(text)?.[0]
