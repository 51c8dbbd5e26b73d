import { isOptionKey, type OptionKey } from '@turnpike/contract/options'
import { useMemo } from 'react'
import type { SettingsSection } from '../form/settings-section.ts'
import { useOperationSections } from '../operation/operation-tab.tsx'
import { useOtherSections } from '../other/other-tab.tsx'
import { useSystemSections } from '../system/system-tab.tsx'

/** The options that the settings show, by the labels that they have there. */
export function useOptionLabels() {
  const sections: readonly SettingsSection[] = [
    ...useOperationSections(),
    ...useSystemSections(),
    ...useOtherSections(),
  ]
  const pairs = sections.flatMap(({ options }) =>
    Object.entries(options).map(([key, { label }]) => [key as OptionKey, label] as const),
  )
  const text = JSON.stringify(pairs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text tells whether the pairs differ
  const labels = useMemo(() => new Map(pairs), [text])
  return {
    labels,
    labelOf: (key: string) => (isOptionKey(key) ? (labels.get(key) ?? key) : key),
  }
}
