import { type ChannelType, channelTypes } from '../channel-types.ts'

/** A provider that a key may belong to: a channel type, and the address where it differs from the type's own. */
export type KeyProvider = { type: ChannelType; name: string; base_url: string }

export type RecognisedKey = {
  /** The key alone: without the name of a variable, quotes or `Bearer`. */
  key: string
  /** The providers whose keys have this form, the likeliest first; none for a form that is not known. */
  providers: readonly KeyProvider[]
  /** Only one provider gives out keys of this form. */
  isCertain: boolean
  /** Why the text cannot be a whole key. */
  problem?: 'several' | 'aws_parts'
}

const own = (type: ChannelType): KeyProvider => ({ type, name: channelTypes[type].label, base_url: '' })

type Form = { pattern: RegExp; providers: readonly KeyProvider[] }
const form = (pattern: RegExp, ...providers: KeyProvider[]): Form => ({ pattern, providers })

/** Forms of which only one provider gives out keys, special ones before general ones: the first that matches counts. */
const ownForms: readonly Form[] = [
  form(/^sk-ant-/, own(14)),
  form(/^sk-or-/, own(20)),
  form(/^sk-(proj|svcacct|admin|None)-/, own(1)),
  form(/^sk-\w*T3BlbkFJ/, own(1)), // in every key that OpenAI gave out before keys belonged to projects
  form(/^sk-(api|cp)-/, own(35)),
  form(/^AIza[\w-]{30,}$/, own(24)),
  form(/^gsk_/, own(1000)),
  form(/^xai-/, own(48)),
  form(/^pplx-/, own(27)),
  form(/^fw_/, own(1002)),
  form(/^tgp_v1_/, own(1001)),
  form(/^jina_/, own(38)),
  form(/^bce-v3\//, own(15)),
  form(/^fastgpt-/, own(22)),
  form(/^app-\w{20,}$/, own(37)),
  form(/^hf_/, own(1006)),
  form(/^nvapi-/, own(1005)),
  form(/^csk-/, own(1004)),
  form(/^(AKIA|ASIA)[A-Z0-9]{12,}/, own(33)),
  form(/^ABSK[\w+/=-]{20,}/, own(33)),
  form(/^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/, own(26)),
  form(/^\d{6,}\|AKID\w+\|\w+$/, own(23)),
  form(/^\w{8}\|[\w=+/]{16,}\|[\w=+/]{16,}$/, own(18)),
  form(/^\w{16,}\|\w{16,}$/, own(15)),
  form(/^eyJ[\w-]+\.[\w-]+\.[\w-]+(\|\d+)?$/, own(35)),
  form(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, own(45)),
]
/** Ambiguous forms: the likely providers are listed. */
const sharedForms: readonly Form[] = [
  form(/^sk-[0-9a-f]{32}$/, own(43), own(17)),
  form(/^sk-[a-z]{48}$/, own(40)),
  form(/^sk-\w{48}$/, own(25), own(1), own(40), own(23)),
  form(/^sk-/, own(1), own(43), own(17), own(25), own(40), own(23)),
  form(/^[0-9a-f]{64}$/, own(1001)),
  form(/^[A-Za-z0-9]{40}$/, own(34)),
  form(/^[A-Za-z0-9]{32}$/, own(42), own(31)),
]

/** `export NAME="…"`, `NAME: …`, `Authorization: Bearer …` as they are copied from a terminal, a file or a document. */
function bare(text: string): string {
  const line = text
    .trim()
    .replace(/^(export\s+|set\s+)?[A-Za-z_][\w-]*\s*[=:]\s+?(?=\S)|^(export\s+|set\s+)?[A-Z_][A-Z0-9_]*=/, '')
  return line
    .replace(/^Bearer\s+/i, '')
    .replace(/^(["'`])([\s\S]*)\1[;,]?$/, '$2')
    .trim()
}

const isServiceAccount = (text: string): boolean => {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type === 'service_account'
  } catch {
    return false
  }
}

/** Recognises the provider of a pasted key by its form alone: nothing is sent anywhere. */
export function recogniseKey(text: string): RecognisedKey {
  const whole = text.trim()
  if (isServiceAccount(whole)) return { key: whole, providers: [own(41)], isCertain: true }
  const key = bare(whole)
  if (/\s/.test(key)) return { key, providers: [], isCertain: false, problem: 'several' }
  const matches = ({ pattern }: Form) => pattern.test(key)
  const certain = ownForms.find(matches)
  const providers = (certain ?? sharedForms.find(matches))?.providers ?? []
  const isCertain = certain !== undefined
  if (/^(AKIA|ASIA)/.test(key) && key.split('|').length !== 3)
    return { key, providers, isCertain, problem: 'aws_parts' }
  return { key, providers, isCertain }
}
