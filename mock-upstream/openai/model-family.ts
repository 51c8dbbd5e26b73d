/** The features that OpenAI's model names imply. Other names belong to compatible servers, which are lenient. */
export type ModelFamily = {
  isOpenai: boolean
  isReasoning: boolean
  /** 5.4 of `gpt-5.4-mini`; 0 without a number. */
  version: number
  isResponsesOnly: boolean
  isSearch: boolean
}

const known = new Map<string, ModelFamily>()

export function familyOf(model: string): ModelFamily {
  let family = known.get(model)
  if (!family) {
    family = readFamily(model)
    if (known.size < 1000) known.set(model, family)
  }
  return family
}

function readFamily(model: string): ModelFamily {
  const name = model.slice(model.lastIndexOf('/') + 1)
  const isThinker = /^o\d/.test(name)
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? 0)
  const isReasoning = isThinker || (version >= 5 && !name.startsWith('gpt-5-chat'))
  return {
    isOpenai: isThinker || /^(gpt-|chatgpt|chat-latest|text-|dall-e|tts-|whisper|omni-)/.test(name),
    isReasoning,
    version,
    isResponsesOnly: isReasoning && /-(pro|codex|deep-research)\b/.test(name),
    isSearch: /^gpt-4o(-mini)?-search-preview/.test(name),
  }
}
