import { type ChatTemplate, isCcSwitch, isFluentRead, knownChats } from '@turnpike/contract/system/chat-link'
import type { Sdk } from '../../lib/client-code/sdk-methods.ts'
import type { Dialect } from './models.ts'
import type { SetupId } from './setup-blocks.ts'

/** A client, by how it is set up. `id` stands in the address of the page. */
export type Client = { id: string; name: string } & (
  | { kind: 'setup'; setup: SetupId; dialect: Dialect }
  | { kind: 'fields'; dialect: Dialect }
  | { kind: 'sdk'; sdk: Sdk; dialect: Dialect }
  | { kind: 'link'; template: string }
  | { kind: 'cc-switch' }
)

export type ClientGroup = { key: 'tools' | 'sdks' | 'configured' | 'apps'; clients: Client[] }

const tools: Client[] = [
  { id: 'claude-code', name: 'Claude Code', kind: 'setup', setup: 'claude-code', dialect: 'anthropic' },
  { id: 'codex', name: 'Codex', kind: 'setup', setup: 'codex', dialect: 'responses' },
  { id: 'gemini-cli', name: 'Gemini CLI', kind: 'setup', setup: 'gemini-cli', dialect: 'gemini' },
  { id: 'opencode', name: 'opencode', kind: 'setup', setup: 'opencode', dialect: 'openai' },
  { id: 'cline', name: 'Cline / Roo Code', kind: 'fields', dialect: 'openai' },
  { id: 'cc-switch', name: 'CC Switch', kind: 'cc-switch' },
]

const sdks: Client[] = [
  { id: 'openai-sdk', name: 'OpenAI SDK', kind: 'sdk', sdk: 'openai', dialect: 'openai' },
  { id: 'anthropic-sdk', name: 'Anthropic SDK', kind: 'sdk', sdk: 'anthropic', dialect: 'anthropic' },
  { id: 'google-sdk', name: 'Google GenAI SDK', kind: 'sdk', sdk: 'gemini', dialect: 'gemini' },
]

const slug = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

/** Every client. The administrator's links come before the known ones, which are left out where they are the same. */
export function clientGroups(configured: readonly ChatTemplate[]): ClientGroup[] {
  const own = configured.filter(({ template }) => !isCcSwitch(template) && !isKnown(template))
  const groups: ClientGroup[] = [
    { key: 'tools', clients: tools },
    { key: 'sdks', clients: sdks },
    {
      key: 'configured',
      clients: own.map(({ name, template }, index) => ({ id: `link-${index}`, name, kind: 'link', template })),
    },
    {
      key: 'apps',
      clients: shownChats.map(({ name, template }) => ({ id: slug(name), name, kind: 'link', template })),
    },
  ]
  return groups.filter(({ clients }) => clients.length > 0)
}

/** FluentRead is shown only where the administrator lists it: newer versions of the extension take no keys from pages. */
const shownChats = knownChats.filter(({ template }) => !isCcSwitch(template) && !isFluentRead(template))
const isKnown = (template: string) => shownChats.some((chat) => chat.template === template)
