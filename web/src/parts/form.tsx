// Fields with their labels, hints and messages, and the sending of a form. Refusals stand at their fields, the first of
// these gets the focus, and the typed text stays.
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import * as entry from '../../../src/rules/words/en/entry.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { facts } from '../service/facts.ts'
import { Refusal } from '../service/request.ts'
import { Icon } from './icon.tsx'
import { saidBy } from './said.tsx'

/** Outcome of the last attempt to send a form. */
export interface FormState {
  readonly fields: Readonly<Record<string, string>>
  /** The message that concerns no field of the form. */
  readonly message: string
  readonly isSending: boolean
}

export interface FormProps {
  readonly children: (state: FormState) => ComponentChildren
  /**
   * Sends the typed values. The form shows a `Refusal` that it throws. False: the reader has to answer a question
   * first.
   */
  readonly onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>
  readonly class?: string
  /** Leaving the page asks while something typed has not been sent. */
  readonly isGuarded?: boolean
  /** The field that has the focus after a refusal that names none. */
  readonly refusedField?: string
  /** Tells fields of one name apart where the sentences of refusals differ. */
  readonly about?: string
}

/** A refusal in whole sentences. Where they cannot be fetched the service's own words stand. */
async function sentencesOf(
  refusal: Refusal,
  about: string | undefined,
): Promise<Pick<FormState, 'fields' | 'message'>> {
  const { field } = refusal
  const message = await saidBy(refusal, about)
  return { fields: field ? { [field]: message } : {}, message }
}

export function Form({ children, onSend, class: name, isGuarded = false, refusedField, about }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<FormState>({ fields: {}, message: '', isSending: false })

  const isChanged = useRef(false)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isGuarded && isChanged.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    const element = form.current as HTMLFormElement
    if (state.isSending) return
    setState({ ...state, isSending: true })
    // The answer may lead to another page.
    isChanged.current = false
    const values = Object.fromEntries([...new FormData(element)].map(([field, value]) => [field, String(value)]))
    try {
      isChanged.current = (await onSend(values)) === false
      setState({ fields: {}, message: '', isSending: false })
    } catch (error) {
      isChanged.current = true
      if (!(error instanceof Refusal)) throw error
      const { fields, message } = await sentencesOf(error, about)
      const known = Object.entries(fields).filter(([field]) => element.elements.namedItem(field))
      setState({ fields: Object.fromEntries(known), message: known.length > 0 ? '' : message, isSending: false })
      // Drawn again first: what waited while the form was sent could not have the focus.
      await Promise.resolve()
      const wanted = known[0]?.[0] ?? refusedField
      const first = wanted && element.elements.namedItem(wanted)
      const field = first instanceof HTMLFieldSetElement ? first.querySelector('input, select') : first
      if (field instanceof HTMLElement) field.focus()
    }
  }

  const noteChange = () => {
    isChanged.current = true
  }

  return (
    // Messages are the service's: the browser's own would speak another language and vanish.
    <form ref={form} class={`form ${name ?? ''}`} noValidate onSubmit={send} onInput={noteChange}>
      {state.message && (
        <p role="alert" class="notice notice-bad">
          {state.message}
        </p>
      )}
      {children(state)}
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'date'
  readonly error?: ComponentChildren
  readonly hint?: ComponentChildren
  /** Its value at first. Later values belong to the form. */
  readonly start?: string
  readonly autocomplete?: AutoFill
  readonly isFocused?: boolean
  readonly onInput?: (value: string) => void
  readonly isDisabled?: boolean
  /** Suggestions below it. */
  readonly suggestions?: readonly string[]
}

/** The attributes of a text field; browsers must not correct text that is not prose. */
const inputProps = ({ name, start, autocomplete, isFocused, onInput, isDisabled }: FieldProps) => ({
  name,
  defaultValue: start,
  autocomplete,
  autofocus: isFocused,
  disabled: isDisabled,
  spellcheck: false,
  autocapitalize: 'none' as const,
  onInput: onInput && (({ currentTarget }: { currentTarget: HTMLInputElement }) => onInput(currentTarget.value)),
})

/** Ids of what explains a field, and the explanation itself. */
function useExplanation(error: ComponentChildren, hint: ComponentChildren) {
  const id = useId()
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const lines = (
    <>
      {error && (
        <p id={`${id}-error`} class="field-error" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </>
  )
  return { id, lines, props: { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined } }
}

export function Field(field: FieldProps) {
  const { label, type = 'text', error, hint, suggestions } = field
  const { id, lines, props } = useExplanation(error, hint)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {/* Preact's types want one kind of field a tag. */}
      <input type={type as 'text'} {...inputProps(field)} {...props} list={suggestions && `${id}-list`} />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {lines}
    </div>
  )
}

interface FileFieldProps extends Pick<FieldProps, 'name' | 'label' | 'error' | 'hint' | 'isDisabled'> {
  /** Several at once may be chosen. */
  readonly isMultiple?: boolean
  readonly onChoose: (files: readonly File[]) => void
}

export function FileField({ name, label, error, hint, isDisabled, isMultiple, onChoose }: FileFieldProps) {
  const { id, lines, props } = useExplanation(error, hint)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...props}
        type="file"
        name={name}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChoose([...(currentTarget.files ?? [])])}
      />
      {lines}
    </div>
  )
}

/** A field of several lines. */
export function Lines(field: Omit<FieldProps, 'type' | 'suggestions'>) {
  const { label, error, hint } = field
  const { id, lines, props } = useExplanation(error, hint)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea rows={3} name={field.name} defaultValue={field.start} spellcheck={false} {...props} />
      {lines}
    </div>
  )
}

export function PasswordField(field: Omit<FieldProps, 'type'>) {
  const { label, error, hint } = field
  const { id, lines, props } = useExplanation(error, hint)
  const [isShown, setShown] = useState(false)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-with-button">
        {isShown ? (
          <input type="text" {...inputProps(field)} {...props} />
        ) : (
          <input type="password" {...inputProps(field)} {...props} />
        )}
        <button
          type="button"
          class="button-quiet button-icon"
          aria-label={isShown ? shared.hidePassword : shared.showPassword}
          title={isShown ? shared.hidePassword : shared.showPassword}
          onClick={() => setShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </button>
      </div>
      {lines}
    </div>
  )
}

interface AskedFieldProps extends Pick<FieldProps, 'name' | 'error'> {
  /** It is there from the beginning. */
  readonly isExpected?: boolean | undefined
  readonly children: ComponentChildren
}

/** A field that comes into sight, with the focus, once the service has asked for it. */
export function AskedField({ name, error, isExpected = false, children }: AskedFieldProps) {
  const [isAsked, setAsked] = useState(isExpected)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) setAsked(true)
  }, [error])
  useEffect(() => {
    if (isAsked && !isExpected) field.current?.querySelector('input')?.focus()
  }, [isAsked])
  if (!isAsked) return <input type="hidden" name={name} value="" />
  return <div ref={field}>{children}</div>
}

interface EmailFieldProps {
  readonly error: string | undefined
  readonly isFocused?: boolean
  readonly start?: string
}

/** The address of a person who signs in, or is about to. */
export function EmailField({ error, isFocused = false, start = facts.prefill?.email ?? '' }: EmailFieldProps) {
  return (
    <Field
      name="email"
      label={entry.email}
      type="email"
      autocomplete="username"
      error={error}
      start={start}
      isFocused={isFocused}
    />
  )
}

/** The code of a second factor. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <AskedField name="code" error={error}>
      <Field name="code" label={entry.code} hint={entry.codeHint} error={error} autocomplete="one-time-code" />
    </AskedField>
  )
}

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange?: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ComponentChildren
  /** The label is read, not seen: beside a list, for example. */
  readonly isLabelHidden?: boolean
  readonly isDisabled?: boolean
}

export function Select({ name, label, value, options, onChange, error, hint, isLabelHidden, isDisabled }: SelectProps) {
  const { id, lines, props } = useExplanation(error, hint)
  return (
    <div class="field">
      {!isLabelHidden && <label for={id}>{label}</label>}
      <select
        {...props}
        name={name}
        aria-label={isLabelHidden ? label : undefined}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {lines}
    </div>
  )
}

interface CheckboxProps {
  /** Of the value `on` that a form sends for a checked box. */
  readonly name?: string
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: ComponentChildren
  readonly isDisabled?: boolean
}

export function Checkbox({ name, label, isChecked, onChange, hint, isDisabled }: CheckboxProps) {
  const { id, lines, props } = useExplanation(undefined, hint)
  return (
    <div class="check">
      <input
        {...props}
        type="checkbox"
        name={name}
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {lines}
    </div>
  )
}
