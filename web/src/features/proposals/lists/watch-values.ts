import { isNumberText } from '@turnpike/contract/bounds'
import {
  isModelPattern,
  modelListBounds,
  patternsMax,
  type WatchMode,
  type WatchSetting,
} from '@turnpike/contract/routing/model-lists'
import { linesIn } from '../../../lib/text/lines-in.ts'

/** The fields of the form. `inherit`: the setting for all channels holds. */
export type WatchValues = { mode: WatchMode | 'inherit'; hours: number; patterns: string }

export const valuesOf = (setting: WatchSetting, isInherited: boolean): WatchValues => ({
  mode: isInherited ? 'inherit' : setting.mode,
  hours: setting.hours,
  patterns: setting.patterns.join('\n'),
})

export type WatchField = 'hours' | 'patterns'

/** The fields that cannot be saved as they are. */
export function problemsOf({ mode, hours, patterns }: WatchValues): WatchField[] {
  if (mode === 'inherit') return []
  const lines = linesIn(patterns)
  return [
    ...(isNumberText(modelListBounds.hours, String(hours)) ? [] : ['hours' as const]),
    ...(lines.length <= patternsMax && lines.every(isModelPattern) ? [] : ['patterns' as const]),
  ]
}

/** Null where the setting for all channels holds. */
export const settingOf = ({ mode, hours, patterns }: WatchValues): WatchSetting | null =>
  mode === 'inherit' ? null : { mode, hours, patterns: linesIn(patterns) }
