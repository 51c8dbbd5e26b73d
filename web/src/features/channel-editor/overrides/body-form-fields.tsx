import type { BodyForm } from './body-form.ts'
import { FieldRows } from './field-rows.tsx'
import { OperationList } from './operation-list.tsx'
import styles from './overrides.module.css'
import type { PlacedProblem } from './placed-problem.ts'

type BodyFormFieldsProps = {
  form: BodyForm
  problem: PlacedProblem | undefined
  onChange: (form: BodyForm) => void
}

/** The rows of an override: fields that are set, and operations in their order. */
export const BodyFormFields = ({ form, problem, onChange }: BodyFormFieldsProps) => (
  <div className={styles.body}>
    <FieldRows fields={form.fields} problem={problem} onChange={(fields) => onChange({ ...form, fields })} />
    <OperationList
      operations={form.operations}
      problem={problem}
      onChange={(operations) => onChange({ ...form, operations })}
    />
  </div>
)
