import { role } from '@turnpike/contract/user'
import { Link } from 'react-router'
import { Banner } from '../../components/states/banner.tsx'
import { useSetup } from '../../lib/api/setup.ts'
import { session } from '../../lib/session/session.ts'
import { useText } from '../../lib/text/text.ts'
import { layoutText } from './layout.text.ts'

/** Standing messages above the page of a console, the most urgent first. */
export function Banners() {
  return <DefaultPassword />
}

/** The super administrator's password is the one that every installation begins with. */
function DefaultPassword() {
  const t = useText(layoutText)
  const isRoot = session.use()?.role === role.root
  const { data } = useSetup({ enabled: isRoot })
  if (!isRoot || data?.state !== 'needed') return null
  return (
    <Banner tone="warning" actions={<Link to="/setup">{t('setPassword')}</Link>}>
      {t('defaultPassword')}
    </Banner>
  )
}
