import { SettingsForm } from '../form/settings-form.tsx'
import type { Sections } from '../form/settings-section.ts'
import { useBrandSection } from './brand-section.tsx'
import { useContentSections } from './content-sections.tsx'

/** The name, the logo and the texts of this installation. */
export function OtherTab() {
  const { notice, home, about, footer } = useContentSections()
  const sections: Sections = [notice, useBrandSection(), home, about, footer]
  return <SettingsForm sections={sections} />
}
