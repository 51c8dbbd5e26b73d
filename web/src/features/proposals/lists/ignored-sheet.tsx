import { Button } from 'antd'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from './lists.module.css'
import { listsText } from './lists.text.ts'
import { useIgnored, useRemoveIgnored } from './use-model-lists.ts'

/** The patterns of models that are never proposed. */
export function IgnoredSheet() {
  const t = listsText.use()
  const query = useIgnored()
  const remove = useRemoveIgnored()
  return (
    <section className={`${layoutStyles.looseCard} ${styles.ignored}`}>
      <h2 className={textStyles.heading}>{t('ignored')}</h2>
      <p className={textStyles.quiet}>{t('ignoredText')}</p>
      <SectionState query={query} lines={2}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className={textStyles.quiet}>{t('ignoredNone')}</p>
          ) : (
            <>
              <RowList>
                {items.map(({ id, pattern, kind, channel_id, channel_name, actor_name, created_at }) => (
                  <Row
                    key={id}
                    title={<code className={textStyles.mono}>{pattern}</code>}
                    detail={
                      <>
                        {t(kind)} · {channel_id === 0 ? t('forAll') : channel_name || `#${channel_id}`} · {actor_name}{' '}
                        <RelativeTime seconds={created_at} />
                      </>
                    }
                    actions={
                      <Button
                        size="small"
                        aria-label={`${t('remove')} ${pattern}`}
                        onClick={() => remove.mutate(id, { onSuccess: () => toast.success(t('removed', { pattern })) })}
                      >
                        {t('remove')}
                      </Button>
                    }
                  />
                ))}
              </RowList>
              {total > items.length && (
                <p className={textStyles.hint}>{t('ignoredMore', { count: total - items.length })}</p>
              )}
            </>
          )
        }
      </SectionState>
    </section>
  )
}
