import { Suspense } from 'react'
import { settingsHelp } from '../../../../components/help/help-targets.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { configFileText } from './config-file.text.ts'

// Few people open it, and every section of the tab is fetched with it.
const ConfigFile = lazyPart(async () => (await import('./config-file.tsx')).ConfigFile)

/** Saves no options by the save bar: a file is applied by a button of its own. */
export function useConfigFileSection(): SettingsSection {
  const t = useText(configFileText)
  return {
    id: 'config-file',
    help: settingsHelp['system/config-file'],
    title: t('title'),
    options: {},
    Fields: ConfigFileFields,
  }
}

const ConfigFileFields = () => (
  <Suspense>
    <ConfigFile />
  </Suspense>
)
