import type { JsonObject } from '../../forms/chat.ts'
import { textOf } from '../json/json-values.ts'

const fenced = (word: string, text: string): string => `\n\`\`\`${word}\n${text.replace(/\n$/, '')}\n\`\`\`\n`

/** Code that Gemini ran, as a chat shows it. */
export const codeText = ({ language, code }: JsonObject): string =>
  fenced((textOf(language) ?? '').toLowerCase().replace(/[^a-z]/g, ''), textOf(code) ?? '')

/** What that code printed. */
export const codeResultText = ({ output }: JsonObject): string => fenced('output', textOf(output) ?? '')
