import { settingsHelp } from '../../../../components/help/help-targets.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { configFileText } from './config-file.text.ts'
import { ConfigFile } from './config-file.tsx'

/** Saves no options by the save bar: a file is applied by a button of its own. */
export function useConfigFileSection(): SettingsSection {
  const t = useText(configFileText)
  return {
    id: 'config-file',
    help: settingsHelp['system/config-file'],
    title: t('title'),
    options: {},
    Fields: ConfigFile,
  }
}
