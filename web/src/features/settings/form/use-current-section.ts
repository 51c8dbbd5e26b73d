import { useSearchParams } from 'react-router'
import type { SettingsSection } from './settings-section.ts'

export type Sections = readonly [SettingsSection, ...SettingsSection[]]

/** The section that the address names, or the first. */
export function useCurrentSection(sections: Sections): SettingsSection {
  const [params] = useSearchParams()
  return sections.find(({ id }) => id === params.get('section')) ?? sections[0]
}
