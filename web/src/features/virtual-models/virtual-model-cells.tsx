import type { MemberChoice, VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { TriangleAlert } from 'lucide-react'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'
import { countWarnings, hidesReal, memberWarning } from './warnings.ts'

type CellProps = { virtual: VirtualModel; choices: readonly MemberChoice[] | undefined }

type MembersProps = CellProps & { shownMax?: number }

/** The share of a weight in all of them, in percent. */
export const shareOf = (weight: number, weights: readonly number[]): string => {
  const sum = weights.reduce((total, each) => total + each, 0)
  return sum === 0 ? '0' : String(Math.round((weight / sum) * 100))
}

/** The models in the order in which they are tried, or with their shares; of many only the first, all of them on hover. */
export function Members({ virtual: { members, mode, groups }, choices, shownMax = members.length }: MembersProps) {
  const t = virtualModelsText.use()
  const weights = members.map(({ weight }) => weight)
  return (
    <ol className={styles.members} title={members.map(({ model }) => model).join(' · ')}>
      {members.slice(0, shownMax).map(({ model, weight }, index) => (
        <li key={model} className={memberWarning(model, groups, choices) ? styles.doubtful : undefined}>
          {mode === 'order' && <span className={styles.place}>{index + 1}</span>}
          <code>{model}</code>
          {mode === 'weight' && (
            <span className={styles.place}>
              {weight === 0 ? t('fallbackOnly') : t('share', { percent: shareOf(weight, weights) })}
            </span>
          )}
        </li>
      ))}
      {members.length > shownMax && <li className={styles.more}>+{members.length - shownMax}</li>}
    </ol>
  )
}

export function Switched({ virtual: { is_enabled } }: Pick<CellProps, 'virtual'>) {
  const t = virtualModelsText.use()
  return <StatusTag kind={is_enabled ? 'on' : 'off'}>{t(is_enabled ? 'enabled' : 'disabled')}</StatusTag>
}

/** What an administrator should look at, by name on hover. */
export function Warnings({ virtual, choices }: CellProps) {
  const t = virtualModelsText.use()
  const count = countWarnings(virtual, choices)
  if (count === 0) return null
  const { name, groups, members } = virtual
  const words = members.flatMap(({ model }) => {
    const warning = memberWarning(model, groups, choices)
    return warning ? [`${model}: ${t(warning)}`] : []
  })
  if (hidesReal(name, members, choices)) words.push(t('isReal'))
  return (
    <span className={styles.warning} title={words.join('\n')}>
      <TriangleAlert aria-hidden /> {t('warnings', { count })}
    </span>
  )
}
