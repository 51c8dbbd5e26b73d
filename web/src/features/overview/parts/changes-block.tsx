import type { Overview } from '@turnpike/contract/system/overview'
import { Link } from 'react-router'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import textStyles from '../../../components/style/text.module.css'
import { changeWords } from '../change-words.ts'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

/** What other administrators changed last. */
export function ChangesBlock({ changes }: Pick<Overview, 'changes'>) {
  const t = overviewText.use()
  return (
    <Block title={t('changes')} count={changes.length} shown={changes.length} none={t('changesNone')}>
      {changes.map(({ id, at, actor_name, action, target }) => {
        const { words, path } = changeWords(action)
        return (
          <BlockRow
            key={id}
            title={<Link to={path}>{words}</Link>}
            detail={
              <div className={textStyles.ellipsis} title={target}>
                {target}
              </div>
            }
            figure={
              <span className={textStyles.hint}>
                {actor_name} · <RelativeTime seconds={at} />
              </span>
            }
          />
        )
      })}
    </Block>
  )
}
