import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { tokenFormText } from './token-form.text.ts'

/** The models that can be called in a group, or in all of the person's groups for an empty name. */
const useCallableModels = (group: string) =>
  useQuery({
    queryKey: ['callable models', group],
    queryFn: () => call(catalogueApi.ownModels, { query: { group } }),
    staleTime: 60_000,
  })

type ModelsFieldProps = {
  group: string
  isLimited: boolean
  models: string[]
  problem: string | undefined
  onChange: (change: { isLimited?: boolean; models?: string[] }) => void
}

/** Which models a token may call: all of its group, or a few by name. */
export function ModelsField({ group, isLimited, models, problem, onChange }: ModelsFieldProps) {
  const t = useText(tokenFormText)
  const callable = useCallableModels(group)
  return (
    <div className={layoutStyles.stack12}>
      <SwitchRow
        label={t('limit')}
        text={t('limitHelp')}
        checked={isLimited}
        onChange={(checked) => onChange({ isLimited: checked })}
      />
      {isLimited && (
        <Field label={t('models')} problem={problem} help={callable.error?.message}>
          {(control) => (
            <ChipsSelect
              {...control}
              values={models}
              options={(callable.data ?? []).map((name) => ({ value: name, label: name }))}
              placeholder={t('modelsPlaceholder')}
              loading={callable.isPending}
              onChange={(names) => onChange({ models: names })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
