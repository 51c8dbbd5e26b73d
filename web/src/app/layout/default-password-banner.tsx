import { Link } from 'react-router'
import { Banner } from '../../components/states/banner.tsx'
import { useText } from '../../lib/text/text.ts'
import { layoutText } from './layout.text.ts'

/** The super administrator's password is the one that every installation begins with. */
export function DefaultPasswordBanner() {
  const t = useText(layoutText)
  return (
    <Banner tone="warning" actions={<Link to="/setup">{t('setPassword')}</Link>}>
      {t('defaultPassword')}
    </Banner>
  )
}
