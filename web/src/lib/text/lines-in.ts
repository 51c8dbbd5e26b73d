/** The lines of a field with one entry a line: trimmed, each once, without empty ones. */
export const linesIn = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
