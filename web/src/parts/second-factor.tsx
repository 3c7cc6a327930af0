// The second factor of one's account: a secret for an app, its first code, recovery codes, and the way back.
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useEffect, useState } from 'preact/hooks'
import * as words from '../../../src/rules/words/en/second-factor.ts'
import { facts } from '../service/facts.ts'
import { Refusal, request } from '../service/request.ts'
import { say } from '../text/say.ts'
import { type AccountReply, askAccount } from './ask-account.ts'
import { Dialog } from './dialog.tsx'
import { Field, Form, PasswordField } from './form.tsx'
import { DialogFoot, FormDialog, SecretDialog } from './form-dialog.tsx'
import { Icon } from './icon.tsx'
import { useOnDemand } from './on-demand.ts'
import { Card } from './section.tsx'
import { copy, refuse, toast } from './toast.tsx'

const path = '/api/account/second-factor'

type State = AccountReply<'GET second-factor'>
type Values = Readonly<Record<string, string>>
interface Closing {
  readonly onClose: () => void
}

interface StepProps extends Closing {
  readonly onSend: (values: Values) => Promise<void>
}

/** Pieces of four letters, which the eye and the finger can follow. */
const groupsOf = (secret: string): readonly string[] => secret.match(/.{1,4}/g) ?? []

const loadQrCode = () => import('./qr-code.tsx').then((part) => part.QrCode)

/** The secret to scan or type, and the first code of the app. */
function CodeStep({ begun, onSend, onClose }: StepProps & { begun: { secret: string; url: string } }) {
  const QrCode = useOnDemand(loadQrCode)
  return (
    <Form key="code" onSend={onSend}>
      {({ fields, isSending }) => (
        <>
          <p>{words.scanLead}</p>
          <div class="scan">
            <div class="qr-place">{QrCode && <QrCode text={begun.url} label={words.qrCode} />}</div>
            <div class="stack">
              <p>{words.secretLead}</p>
              <pre class="secret secret-groups">
                <code>
                  {groupsOf(begun.secret).map((group, index) => (
                    <span key={index}>{group}</span>
                  ))}
                </code>
              </pre>
              <div class="row">
                <button type="button" class="button" onClick={() => copy(begun.secret)}>
                  <Icon of={Copy} />
                  {words.copySecret}
                </button>
                <a href={begun.url}>{words.openApp}</a>
              </div>
            </div>
          </div>
          <Field
            name="code"
            label={words.code}
            hint={words.codeHint}
            error={fields['code']}
            autocomplete="one-time-code"
            isFocused
          />
          <DialogFoot action={words.turnOn} isSending={isSending} onClose={onClose} />
        </>
      )}
    </Form>
  )
}

function PasswordStep({ onSend, onClose }: StepProps) {
  return (
    <Form key="password" onSend={onSend}>
      {({ fields, isSending }) => (
        <>
          <PasswordField
            name="current_password"
            label={words.currentPassword}
            autocomplete="current-password"
            error={fields['current_password']}
            isFocused
          />
          <DialogFoot action={words.start} isSending={isSending} onClose={onClose} />
        </>
      )}
    </Form>
  )
}

function SetUp({ onClose }: Closing) {
  const [begun, setBegun] = useState<{ secret: string; url: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [mustConfirm, setMustConfirm] = useState(facts.user?.must_confirm ?? false)
  async function begin(values: Values): Promise<void> {
    setBegun(await askAccount('POST', 'second-factor', values))
  }
  async function turnOn(values: Values): Promise<void> {
    setCodes((await askAccount('PUT', 'second-factor', values)).recovery_codes)
  }
  // A person who has just signed in has nothing to prove.
  useEffect(() => {
    if (mustConfirm) return
    begin({}).catch((error: unknown) => {
      // Or had, when the page was opened.
      if (error instanceof Refusal && error.field === 'current_password') setMustConfirm(true)
      else refuse(error)
    })
  }, [])
  if (codes) {
    return (
      <SecretDialog
        title={words.setUp}
        lead={words.codesLead}
        secret={codes.join('\n')}
        copyLabel={words.copyCodes}
        doneLabel={words.done}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={words.setUp} onClose={onClose}>
      {begun ? (
        <CodeStep begun={begun} onSend={turnOn} onClose={onClose} />
      ) : (
        mustConfirm && <PasswordStep onSend={begin} onClose={onClose} />
      )}
    </Dialog>
  )
}

function TurnOff({ onClose }: Closing) {
  async function turnOff(values: Values): Promise<void> {
    await request('DELETE', path, values)
    toast(words.turnedOff)
    onClose()
  }
  return (
    <FormDialog title={words.offTitle} action={words.turnOff} onSend={turnOff} onClose={onClose}>
      {(fields) => (
        <Field
          name="code"
          label={words.code}
          hint={words.anyCodeHint}
          error={fields['code']}
          autocomplete="one-time-code"
          isFocused
        />
      )}
    </FormDialog>
  )
}

/** `onChange`: other sessions may have ended. */
export function SecondFactor({ onChange }: { onChange: () => Promise<void> }) {
  const [state, setState] = useState<State>()
  const [isOpen, setOpen] = useState(false)
  const load = () => askAccount('GET', 'second-factor').then(setState, refuse)
  useEffect(() => void load(), [])
  const close = () => {
    setOpen(false)
    void load()
    void onChange()
  }
  const Shown = state?.is_on ? TurnOff : SetUp
  return (
    <Card title={words.title} lead={words.lead}>
      {state && (
        <>
          <p>{state.is_on ? say(words.isOn, { count: state.recovery_codes_left }) : words.isOff}</p>
          <div>
            <button type="button" class={state.is_on ? 'button-bad' : 'button'} onClick={() => setOpen(true)}>
              {state.is_on ? words.turnOff : words.turnOn}
            </button>
          </div>
          {isOpen && <Shown onClose={close} />}
        </>
      )}
    </Card>
  )
}
