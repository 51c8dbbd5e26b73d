import { Segmented } from 'antd'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { Drawer } from '../../../components/overlay/ant-overlays.tsx'
import { languages } from '../../../languages/languages.ts'
import { chosenLanguage } from '../../../lib/browser/preferences.ts'
import { session } from '../../../lib/session/session.ts'
import { chooseLanguage } from '../../../lib/text/chosen-language.ts'
import { layoutText } from '../layout.text.ts'
import { SideMenu } from '../side/side-menu.tsx'
import { Brand } from './brand.tsx'
import styles from './top-bar.module.css'
import { useTopLinks } from './use-top-links.ts'

/** Small screens: the side bar, the top bar's links and the language in one drawer. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const t = layoutText.use()
  const signedIn = session.use() !== undefined
  // With a session the console's items are above; without one, Console leads to the sign-in page.
  const links = useTopLinks().filter(({ key }) => !signedIn || key !== 'console')
  return (
    <Drawer
      open
      placement="left"
      size={280}
      title={<Brand />}
      aria-label={t('menu')}
      closeIcon={<X aria-label={t('close')} />}
      closable={{ placement: 'end' }}
      onClose={onClose}
      footer={
        <Segmented
          block
          aria-label={t('language')}
          value={chosenLanguage.use()}
          options={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
          onChange={chooseLanguage}
        />
      }
      classNames={{ body: styles.body, header: styles.header }}
    >
      {signedIn && <SideMenu onSelect={onClose} />}
      <nav className={styles.drawerLinks} aria-label={t('mainMenu')}>
        {links.map(({ key, path, current }) => (
          <Link
            key={key}
            to={path}
            className={styles.drawerLink}
            aria-current={current ? 'page' : undefined}
            onClick={onClose}
          >
            {t(key)}
          </Link>
        ))}
      </nav>
    </Drawer>
  )
}
