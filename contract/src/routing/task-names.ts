/**
 * Tasks of channels, by the names of prices and keys. A separate file, so that the editor need not load all other
 * models.
 */
export const midjourney: readonly string[] = [
  'mj_imagine',
  'mj_describe',
  'mj_blend',
  'mj_upscale',
  'mj_variation',
  'mj_reroll',
  'mj_modal',
  'mj_inpaint',
  'mj_zoom',
  'mj_custom_zoom',
  'mj_shorten',
  'mj_high_variation',
  'mj_low_variation',
  'mj_pan',
  'swap_face',
  'mj_upload',
  'mj_edits',
  'mj_video',
]
export const suno: readonly string[] = ['suno_lyrics', 'suno_music']

/** The names that the editor offers for a channel type. The open-source proxy can do less than its successor. */
export const taskNamesByType: Readonly<Record<number, readonly string[]>> = {
  2: midjourney.slice(0, 6),
  5: midjourney,
  36: suno,
}
