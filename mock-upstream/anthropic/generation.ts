/** The features of a generation of models. Names that are not Claude's are lenient. */
export type Generation = {
  thinkingTypes: string[]
  /** Thinks even if the request does not enable it. */
  thinksByDefault: boolean
  /** Thinking comes without its text unless the request enables it. */
  hidesThinking: boolean
  sampling: 'free' | 'one of temperature and top_p' | 'fixed'
  allowsPrefill: boolean
  allowsForcedTools: boolean
  allowsSchema: boolean
  efforts: string[]
  outputMax: number
}

const lenient: Generation = {
  thinkingTypes: ['enabled', 'adaptive', 'between_tools', 'disabled'],
  thinksByDefault: false,
  hidesThinking: false,
  sampling: 'free',
  allowsPrefill: true,
  allowsForcedTools: true,
  allowsSchema: true,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  outputMax: Number.MAX_SAFE_INTEGER,
}

export function generationOf(model: string): Generation {
  const named = /^claude-(opus|sonnet|haiku|fable)-(\d)(?:-(\d{1,2})(?!\d))?/.exec(model)
  if (!named)
    return model.startsWith('claude-3')
      ? { ...upTo45, outputMax: model.startsWith('claude-3-5') ? 8192 : 4096, allowsSchema: false }
      : lenient
  const [, line, major, minor = '0'] = named
  return generationFor(line ?? '', Number(`${major}.${minor}`))
}

const upTo45: Generation = {
  ...lenient,
  thinkingTypes: ['enabled', 'disabled'],
  efforts: [],
  outputMax: 64_000,
}
const from46: Generation = {
  ...lenient,
  thinkingTypes: ['adaptive', 'enabled', 'disabled'],
  allowsPrefill: false,
  efforts: ['low', 'medium', 'high', 'max'],
  outputMax: 128_000,
}
const from47: Generation = {
  ...from46,
  thinkingTypes: ['adaptive', 'disabled'],
  hidesThinking: true,
  sampling: 'fixed',
  efforts: lenient.efforts,
}
const alwaysThinking: Generation = {
  ...from47,
  thinkingTypes: ['adaptive'],
  thinksByDefault: true,
  allowsForcedTools: false,
}

function generationFor(line: string, version: number): Generation {
  if (line === 'sonnet' && version >= 5.5) return { ...alwaysThinking, thinkingTypes: ['adaptive', 'between_tools'] }
  if (version >= 5.5 || (line === 'fable' && version >= 5.1)) return alwaysThinking
  if (version >= 4.7) return { ...from47, thinksByDefault: version === 5 && line !== 'fable' }
  if (version >= 4.6) return from46
  if (version >= 4.5) return { ...upTo45, sampling: 'one of temperature and top_p', efforts: ['low', 'medium', 'high'] }
  const isOpus41 = line === 'opus' && version === 4.1
  return { ...upTo45, allowsSchema: isOpus41, outputMax: line === 'opus' ? 32_000 : 64_000 }
}
