import { stored } from '../../lib/browser/stored.ts'
import type { ClientLanguage } from '../../lib/client-code/client-code.ts'

/** The languages of code that calls a model, and their names. */
export const callLanguages: readonly { value: ClientLanguage; name: string }[] = [
  { value: 'shell', name: 'curl' },
  { value: 'python', name: 'Python' },
  { value: 'javascript', name: 'JavaScript' },
]

/** The language that the reader chose last. */
export const callLanguage = stored<ClientLanguage>(
  'call-language',
  (text) => callLanguages.find(({ value }) => value === text)?.value ?? 'shell',
)
