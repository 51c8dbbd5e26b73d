const speech = 'the response counts all speech as output, and speech costs $12'
const beyondContext = 'the context ends at 128,000 tokens'

/** Lines of the stored extract whose price is deliberately not the list's, each with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'command-a-plus-05-2026 input': 'the list has the price of trial keys',
  'command-a-plus-05-2026 output': 'the list has the price of trial keys',
  'embed-multilingual-light-v3.0 input': 'the list has the price of a thousand tokens as that of one',
  'gemini-2.5-computer-use-preview-10-2025 input>200000': beyondContext,
  'gemini-2.5-computer-use-preview-10-2025 output>200000': beyondContext,
  'gemini-2.5-pro-preview-tts audio_input': 'the model hears nothing; the ratio gives speech its price of $20',
  'gpt-4o-mini-tts output': speech,
  'gpt-4o-mini-tts-2025-03-20 output': speech,
  'gpt-4o-mini-tts-2025-12-15 output': speech,
}
