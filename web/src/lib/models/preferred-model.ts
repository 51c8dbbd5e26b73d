/** Models for a special purpose, unfit for a first call. */
const special =
  /audio|image|realtime|search|tts|embed|whisper|transcri|moderation|rerank|dall-e|sora|video|instruct|codex|computer-use|research|robotics|ocr|guard|vision|omni|live|babbage|davinci/i
/** Small models respond soon and cost little. A whole word, because Gemini is not mini. */
const small = /(?<![a-z])(mini|flash|haiku|nano|lite|small|turbo|instant|chat|[1-9]b)(?![a-z])/i
/** Dated versions, and previews that may disappear. */
const passing = /preview|exp\b|latest|\d{4}-\d{2}-\d{2}|-\d{6,8}\b|-\d{4}\b/i

const byVersion = new Intl.Collator('en', { numeric: true })

/** The model for a first call: a small one for chats, the newest as far as names tell. */
export function preferredModel(models: readonly string[]): string | undefined {
  const newestFirst = models.toSorted((one, other) => byVersion.compare(other, one))
  const ordinary = newestFirst.filter((model) => !special.test(model))
  return (
    ordinary.find((model) => small.test(model) && !passing.test(model)) ??
    ordinary.find((model) => small.test(model)) ??
    ordinary.find((model) => !passing.test(model)) ??
    ordinary[0] ??
    newestFirst[0]
  )
}
