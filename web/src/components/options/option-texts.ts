import { isJsonKind } from '@turnpike/contract/option-kinds'
import { isOptionKey, type OptionKey, options } from '@turnpike/contract/options'

/** Options as the texts they are stored as, without hidden ones such as keys. */
export type OptionTexts = Partial<Record<OptionKey, string>>

const isJson = (key: string) => isOptionKey(key) && isJsonKind(options[key])

function respelled(text: string, indent: number): string {
  try {
    return JSON.stringify(JSON.parse(text), null, indent)
  } catch {
    return text
  }
}

/** An option as a person edits it: JSON one member per line. */
export const editable = (key: string, text: string) => (isJson(key) ? respelled(text, 2) : text)

// Every keystroke compares every option, and the price maps have hundreds of members.
const plainMax = 32
const alreadyPlain = new Map<string, string>()

/** An option as it is sent and compared: the layout of JSON is no change. */
export function plain(key: string, text: string): string {
  if (!isJson(key)) return text
  const known = alreadyPlain.get(text)
  if (known !== undefined) return known
  const spelled = respelled(text, 0)
  if (alreadyPlain.size >= plainMax) alreadyPlain.clear()
  alreadyPlain.set(text, spelled)
  return spelled
}
