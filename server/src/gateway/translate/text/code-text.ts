import type { JsonObject } from '../../forms/chat.ts'
import { textOf } from '../json/json-values.ts'

const fenced = (language: string, text: string): string => `\n\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\`\n`

/** Code that Gemini ran, as Markdown. */
export const codeText = ({ language, code }: JsonObject): string =>
  fenced((textOf(language) ?? '').toLowerCase().replace(/[^a-z]/g, ''), textOf(code) ?? '')

/** The output of that code, as Markdown. */
export const codeResultText = ({ output }: JsonObject): string => fenced('output', textOf(output) ?? '')
