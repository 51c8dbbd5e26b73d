import { Select } from 'antd'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { Monogram } from '../../../components/tags/monogram.tsx'
import { monogramOf } from '../../../components/tags/vendors.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './settings.module.css'
import { settingsText } from './settings.text.ts'

type ModelSelectProps = { id?: string; label?: string; value: string; onChange: (model: string) => void }

/** The models of the chosen group, found by typing a part of the name. */
export function ModelSelect({ id, label, value, onChange }: ModelSelectProps) {
  const t = settingsText.use()
  const { models } = usePlayground()
  const named = (name: string) => (
    <span className={layoutStyles.shrinkingRow}>
      <Monogram letters={monogramOf(models.priced.get(name)?.vendor ?? '', name)} />
      <span className={`${textStyles.ellipsis} ${styles.modelName}`} title={name}>
        {name}
      </span>
    </span>
  )
  return (
    <Select
      {...(id && { id })}
      aria-label={label}
      className={layoutStyles.wide}
      showSearch
      loading={models.isPending}
      value={value || undefined}
      placeholder={t('noModel')}
      options={models.list.map((name) => ({ value: name, label: name }))}
      optionRender={({ value: name }) => named(String(name))}
      labelRender={({ value: name }) => named(String(name))}
      onChange={onChange}
    />
  )
}
