import type { CodeLanguage } from '../../components/code-card/highlight.ts'
import { envFile, terminalCode, tomlFile } from '../../lib/client-code/config-code.ts'

/** What is written into a block. `base` is the address without a version, `name` that of the installation. */
export type SetupValues = { base: string; key: string; model: string; smallModel: string; name: string }

/** A text to copy: into a file, or into a terminal where it has none. */
export type SetupBlock = { tab: string; file?: string; syntax: CodeLanguage; code: string }

/** The steps of a setup in their order; the blocks of one step are choices. */
export type Setup = (values: SetupValues) => SetupBlock[][]

const terminal = (variables: Record<string, string>, program: string): SetupBlock[] => [
  { tab: 'macOS / Linux', syntax: 'shell', code: terminalCode.shell(variables, program) },
  { tab: 'Windows', syntax: 'powershell', code: terminalCode.powershell(variables, program) },
]

const jsonFile = (file: string, value: unknown): SetupBlock => ({
  tab: file.split('/').at(-1) ?? file,
  file,
  syntax: 'json',
  code: JSON.stringify(value, null, 2),
})

/**
 * Claude Code sends ANTHROPIC_AUTH_TOKEN as a bearer token and adds /v1/messages to the address. Without the second model
 * its small tasks ask for a Haiku that this server may not have. The `env` of its settings file holds the same variables.
 */
const claudeCode: Setup = ({ base, key, model, smallModel }) => {
  const env = {
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: smallModel,
  }
  return [[...terminal(env, 'claude'), jsonFile('~/.claude/settings.json', { env })]]
}

/** The variable that Codex reads the key from: its own, so that a key of OpenAI's in OPENAI_API_KEY stays untouched. */
const codexKey = 'GATEWAY_API_KEY'

/**
 * Codex speaks the Responses API alone and adds /responses to the address. Its file names the variable that holds the key,
 * never the key.
 */
const codex: Setup = ({ base, key, model, name }) => [
  [
    {
      tab: 'config.toml',
      file: '~/.codex/config.toml',
      syntax: 'toml',
      code: tomlFile(
        { model, model_provider: 'gateway' },
        { 'model_providers.gateway': { name, base_url: `${base}/v1`, env_key: codexKey, wire_api: 'responses' } },
      ),
    },
  ],
  terminal({ [codexKey]: key }, 'codex'),
]

/** Gemini CLI adds /v1beta to the address, and reads the same variables from a .env file in its folder. */
const geminiCli: Setup = ({ base, key, model }) => {
  const variables = { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key, GEMINI_MODEL: model }
  return [
    [
      ...terminal(variables, 'gemini'),
      { tab: '.env', file: '~/.gemini/.env', syntax: 'shell', code: envFile(variables) },
    ],
  ]
}

/** opencode takes a provider of the AI SDK's OpenAI-compatible kind; the models it may use are listed by name. */
const opencode: Setup = ({ base, key, model, name }) => [
  [
    jsonFile('~/.config/opencode/opencode.json', {
      $schema: 'https://opencode.ai/config.json',
      model: `gateway/${model}`,
      provider: {
        gateway: {
          npm: '@ai-sdk/openai-compatible',
          name,
          options: { baseURL: `${base}/v1`, apiKey: key },
          models: { [model]: { name: model } },
        },
      },
    }),
  ],
  [{ tab: 'opencode', syntax: 'shell', code: 'opencode' }],
]

export const setups = { 'claude-code': claudeCode, codex, 'gemini-cli': geminiCli, opencode }
export type SetupId = keyof typeof setups

/** Cline and Roo Code are set up in their settings panel: the names of its fields, and their values. */
export const clineFields = ({ base, key, model }: Pick<SetupValues, 'base' | 'key' | 'model'>) => [
  { label: 'API Provider', value: 'OpenAI Compatible' },
  { label: 'Base URL', value: `${base}/v1` },
  { label: 'API Key', value: key, isSecret: true },
  { label: 'Model ID', value: model },
]
