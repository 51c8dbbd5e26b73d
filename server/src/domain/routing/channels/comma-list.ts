/** The parts of a text such as `default, vip`: trimmed, each once, in their order. */
export const commaList = (text: string): string[] =>
  [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean)
