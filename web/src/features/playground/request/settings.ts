import { temperatureRange } from '@turnpike/contract/usage/playground'

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export const imageSizes = [
  'auto',
  '1024x1024',
  '1536x1024',
  '1024x1536',
  '1792x1024',
  '1024x1792',
  '512x512',
  '256x256',
] as const
export const imageQualities = ['auto', 'low', 'medium', 'high', 'standard', 'hd'] as const
export const imageCountMax = 4
export const voices = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'] as const
export const soundFormats = ['mp3', 'wav', 'opus', 'aac', 'flac'] as const

/** Smallest and largest value of a number, and the step of its slider. */
export const ranges = {
  temperature: temperatureRange,
  top_p: { min: 0, max: 1, step: 0.05 },
  frequency_penalty: { min: -2, max: 2, step: 0.1 },
  presence_penalty: { min: -2, max: 2, step: 0.1 },
  speed: { min: 0.25, max: 4, step: 0.25 },
} as const
export type RangeName = keyof typeof ranges
export const maxTokensMax = 1_073_741_823

/** The settings that are sent with a message. Null and empty texts leave the choice to the model. */
export type Settings = {
  /** Of the first column of a new conversation. */
  model: string
  /** Preferred where a model can do several things; empty: the first of them. */
  mode: string
  /** Empty: the person's own. */
  group: string
  system: string
  temperature: number | null
  /** 0: absent. */
  max_tokens: number
  top_p: number | null
  frequency_penalty: number | null
  presence_penalty: number | null
  seed: number | null
  reasoning_effort: string
  /** JSON texts, kept as they were typed. */
  json_schema: string
  tools: string
  image_size: string
  image_quality: string
  image_count: number
  voice: string
  sound_format: string
  speed: number | null
  /** Of a recording; a code such as `en`. */
  spoken_language: string
  /** For administrators: the one channel that may serve the call. */
  channel: number | null
}

export const defaultSettings: Settings = {
  model: '',
  mode: '',
  group: '',
  system: '',
  temperature: null,
  max_tokens: 0,
  top_p: null,
  frequency_penalty: null,
  presence_penalty: null,
  seed: null,
  reasoning_effort: '',
  json_schema: '',
  tools: '',
  image_size: 'auto',
  image_quality: 'auto',
  image_count: 1,
  voice: 'alloy',
  sound_format: 'mp3',
  speed: null,
  spoken_language: '',
  channel: null,
}

/** Settings that were stored, perhaps by another version or by hand: what does not fit is as at the first visit. */
export function readSettings(text: string | null): Settings {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return defaultSettings
  }
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const given = stored as Record<string, unknown>
  const entries = Object.entries(defaultSettings).map(([name, fallback]) => [
    name,
    fitting(name, given[name], fallback),
  ])
  return Object.fromEntries(entries) as Settings
}

function fitting(name: string, value: unknown, fallback: unknown): unknown {
  if (typeof fallback === 'string') return typeof value === 'string' ? value : fallback
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback
  if (!(name in ranges)) return value
  const { min, max } = ranges[name as RangeName]
  return value >= min && value <= max ? value : fallback
}

/** The members that hold JSON, parsed; undefined when the field is empty. */
export type ParsedJson = { tools?: unknown[]; json_schema?: Record<string, unknown> }
export type JsonProblem = { field: 'tools' | 'json_schema' }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the tools and the schema, or names the field that cannot be sent. */
export function parseJsonSettings({
  tools,
  json_schema,
}: Pick<Settings, 'tools' | 'json_schema'>): ParsedJson | JsonProblem {
  const parsed: ParsedJson = {}
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  if (tools.trim() !== '') {
    const list = parse(tools)
    if (!Array.isArray(list) || !list.every(isObject)) return { field: 'tools' }
    parsed.tools = list.map(inTools)
  }
  if (json_schema.trim() !== '') {
    const schema = parse(json_schema)
    if (!isObject(schema)) return { field: 'json_schema' }
    parsed.json_schema = schema
  }
  return parsed
}

/** A tool may be given as the function alone. */
const inTools = (tool: Record<string, unknown>) =>
  typeof tool.name === 'string' && tool.type === undefined ? { type: 'function', function: tool } : tool
