import type { User } from '@turnpike/contract/user'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'

/** The mail address and the accounts elsewhere that somebody may sign in with. */
export function Bindings({ user }: { user: User }) {
  const t = useText(userFormText)
  const bindings = [
    { name: t('email'), bound: user.email },
    { name: t('github'), bound: user.github_id },
    { name: t('wechat'), bound: user.wechat_id },
    { name: t('telegram'), bound: user.telegram_id },
    { name: t('linuxDo'), bound: user.linux_do_id },
  ]
  return (
    <Facts>
      {bindings.map(({ name, bound }) => (
        <Fact key={name} name={name}>
          <span className={bound ? styles.bound : styles.unbound}>{bound || t('unbound')}</span>
        </Fact>
      ))}
    </Facts>
  )
}
