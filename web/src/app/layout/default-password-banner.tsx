import { Link } from 'react-router'
import { Banner } from '../../components/states/banner.tsx'
import { pairedDictionary, useText } from '../../lib/text/text.ts'

const bannerText = pairedDictionary({
  defaultPassword: ['You are using the default password, which is public.', '你正在使用默认密码，这个密码是公开的。'],
  setPassword: ["Set the administrator's password", '设置管理员密码'],
})

/** The super administrator's password is the one that every installation begins with. */
export function DefaultPasswordBanner() {
  const t = useText(bannerText)
  return (
    <Banner tone="warning" actions={<Link to="/setup">{t('setPassword')}</Link>}>
      {t('defaultPassword')}
    </Banner>
  )
}
