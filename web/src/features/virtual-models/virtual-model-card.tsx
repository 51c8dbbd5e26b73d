import type { MemberChoice, VirtualModel } from '@turnpike/contract/routing/virtual-models'
import layoutStyles from '../../components/style/layout.module.css'
import { useText } from '../../lib/text/text.ts'
import { VirtualModelActions, type VirtualModelHandlers } from './virtual-model-actions.tsx'
import { Members, Switched, Warnings } from './virtual-model-cells.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'

type VirtualModelCardProps = {
  virtual: VirtualModel
  handlers: VirtualModelHandlers
  choices: readonly MemberChoice[] | undefined
}

/** A virtual model on a small screen. */
export function VirtualModelCard({ virtual, handlers, choices }: VirtualModelCardProps) {
  const t = useText(virtualModelsText)
  const { name, description, mode, groups } = virtual
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <code className={styles.name}>{name}</code>
        <Switched virtual={virtual} />
      </div>
      {description && <p className={styles.quiet}>{description}</p>}
      <Members virtual={virtual} choices={choices} />
      <Warnings virtual={virtual} choices={choices} />
      <div className={layoutStyles.cardLine}>
        <span className={styles.quiet}>
          {t(mode)} · {groups.length > 0 ? groups.join(', ') : t('allGroups')}
        </span>
        <VirtualModelActions virtual={virtual} handlers={handlers} />
      </div>
    </>
  )
}
