import { type ThoughtOpening, thinkOpening } from '../openai-shaped/think-tags.ts'

const details = '<details'
const whole = /^<details\b[^>]*>\s*<summary>\s*Thinking[^<]*<\/summary>/i
const lengthMax = 500

/** Dify shows the reasoning of some models as a section that can be folded, and passes that of others in its tag. */
export function thoughtOpening(text: string): ThoughtOpening {
  const think = thinkOpening(text)
  if (think !== undefined) return think
  if (details.startsWith(text)) return 'unfinished'
  const match = whole.exec(text.slice(0, lengthMax))
  if (match) return { length: match[0].length, closing: '</details>' }
  return text.startsWith(details) && text.length < lengthMax && !text.includes('</summary>') ? 'unfinished' : undefined
}
