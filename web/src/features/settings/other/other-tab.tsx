import { SettingsForm } from '../form/settings-form.tsx'
import type { Sections } from '../form/settings-section.ts'
import { useBrandSection } from './brand-section.tsx'
import { useContentSections } from './content-sections.tsx'

export function useOtherSections(): Sections {
  const { notice, home, about, footer } = useContentSections()
  return [notice, useBrandSection(), home, about, footer]
}

/** The name, the logo and the texts of this installation. */
export const OtherTab = () => <SettingsForm sections={useOtherSections()} />
