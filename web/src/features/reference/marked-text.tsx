/** A text in which backticks mark code. */
export function MarkedText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
