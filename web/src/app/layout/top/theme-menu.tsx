import { Monitor, Moon, Sun } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { type ThemeMode, themeMode } from '../../../lib/browser/preferences.ts'
import { useScheme } from '../../../theme/scheme.ts'
import { layoutText } from '../layout.text.ts'
import styles from './top-bar.module.css'

const modes: ThemeMode[] = ['light', 'dark', 'system']
const icons = { light: Sun, dark: Moon, system: Monitor } satisfies Record<ThemeMode, unknown>

/** Light, dark, or the system's setting. */
export function ThemeMenu() {
  const t = layoutText.use()
  const mode = themeMode.use()
  const content = useScheme() === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />
  return (
    <MenuButton label={`${t('theme')}: ${t(mode)}`} content={content} className={styles.icon}>
      {modes.map((each) => {
        const Icon = icons[each]
        return (
          <MenuEntry
            key={each}
            icon={<Icon aria-hidden />}
            checked={each === mode}
            onSelect={() => themeMode.set(each)}
          >
            {t(each)}
          </MenuEntry>
        )
      })}
    </MenuButton>
  )
}
