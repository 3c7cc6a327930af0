// A field above a list of options that is always open.
import { useFieldList } from './use-field-list.ts'

export interface Choice {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
}

interface OptionListProps<One extends Choice> {
  readonly role: 'searchbox' | 'combobox'
  readonly fieldName: string
  readonly listName: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly options: readonly One[]
  readonly onChoose: (option: One) => void
  readonly empty: string
}

export function OptionList<One extends Choice>(props: OptionListProps<One>) {
  const { role, fieldName, listName, typed, onType, options, onChoose, empty } = props
  const { at, mark, press, optionId, listId, field } = useFieldList({ options, onTake: onChoose, onType })
  const given = {
    ...field,
    'aria-label': fieldName,
    placeholder: fieldName,
    autofocus: true,
    value: typed,
    onKeyDown: press,
  }
  return (
    <>
      {role === 'searchbox' ? (
        <input type="search" {...given} />
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: a field has this role only with a datalist, which this is not
        <input type="text" role="combobox" list={undefined} aria-expanded aria-autocomplete="list" {...given} />
      )}
      <div id={listId} class="options" role="listbox" aria-label={listName}>
        {options.map((option, index) => (
          // The keyboard's way is the field's: arrows and Enter.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
          <div
            key={option.key}
            id={optionId(index)}
            class="option"
            role="option"
            aria-selected={index === at}
            onPointerMove={() => mark(index)}
            onClick={() => onChoose(option)}
          >
            <bdi>{option.label}</bdi>
            {option.detail && <span class="soft">{option.detail}</span>}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p class="option soft" role="status">
          {empty}
        </p>
      )}
    </>
  )
}
