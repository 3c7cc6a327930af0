// The kits of a site: files for its own server, with its values, and the secret by which they sign.
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useEffect, useState } from 'preact/hooks'
import { canCount, isKitName, kitNames, kits } from '../../../src/rules/kits.ts'
import * as words from '../../../src/rules/words/en/kits.ts'
import { Select } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { AskingButton, Card } from '../parts/section.tsx'
import { copy, isDone, refuse, toast } from '../parts/toast.tsx'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain } from './kit.tsx'

type Shown = Reply<'GET', 'kits/:kit'>

/** The kits to choose from. A server that is only configured cannot count. */
const optionsOf = (isCounting: boolean) => [
  ['', words.choose] as const,
  ...kitNames.filter((name) => !isCounting || canCount(name)).map((name) => [name, kits[name].title] as const),
]

function Part({ name, text }: { name: string; text: string }) {
  return (
    <div class="snippet kit-file">
      <p>
        <code>{name}</code>
      </p>
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="button" aria-label={say(words.file, { name })} onClick={() => copy(text)}>
        <Icon of={Copy} />
        {say(words.file, { name })}
      </button>
    </div>
  )
}

interface Shape {
  /** True if the site has no script, so that kits have nothing to carry. */
  readonly isCounting: boolean
  /** The kit that a warning on this page, or the address, asks for. */
  readonly wanted: string
}

export function Kits({ isCounting, wanted }: Shape) {
  const [kit, setKit] = useState('')
  const [shown, setShown] = useState<Shown>()
  const load = (name: string) =>
    isKitName(name) ? ask('GET', 'kits/:kit', { params: { kit: name } }).then(setShown, refuse) : setShown(undefined)
  const choose = (name: string) => {
    setKit(name)
    void load(name)
  }
  useEffect(() => {
    if (isKitName(wanted)) choose(wanted)
  }, [wanted])
  async function renew(): Promise<void> {
    if (await isDone(ask('POST', 'kits/secret'))) toast(words.renewed)
    await load(kit)
  }
  return (
    <Card title={words.title} lead={words.lead} id="kits">
      <Select name="kit" label={words.kit} value={kit} options={optionsOf(isCounting)} onChange={choose} />
      {shown && kit !== '' && (
        <>
          <p class="soft">{words.secret}</p>
          {shown.files.map((file) => (
            <Part key={file.name} {...file} />
          ))}
          {isCounting ? (
            <p>{words.counting}</p>
          ) : (
            <>
              <p>{words.tag}</p>
              <Part name="HTML" text={shown.tag} />
            </>
          )}
        </>
      )}
      <div class="row">
        <AskingButton
          label={words.renew}
          name={words.renew}
          question={say(words.renewAsk, { domain })}
          lead={words.renewLead}
          onConfirm={renew}
        />
      </div>
    </Card>
  )
}
