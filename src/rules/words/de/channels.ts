export const channels = 'Kanäle'
export const lead =
  'Chats und Webhooks, an die Berichte und Hinweise gehen können. Wählen Sie sie unten neben E-Mail-Adressen aus.'
export const none =
  'Noch keine Kanäle. Fügen Sie einen hinzu, damit Berichte und Hinweise dort ankommen, wo Ihr Team sich austauscht.'
export const services = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
export const help = {
  slack: 'Erstellen Sie in Slack eine App mit eingehendem Webhook und kopieren Sie dessen Adresse.',
  discord:
    'Öffnen Sie in den Einstellungen des Discord-Kanals „Integrationen“, dann „Webhooks“, und kopieren Sie die Adresse.',
  telegram:
    'Erstellen Sie mit @BotFather einen Bot, fügen Sie ihn der Gruppe hinzu und geben Sie sein Token und die Nummer des Chats ein.',
  teams:
    'Erstellen Sie in Teams den Workflow „Webhook-Benachrichtigungen an einen Kanal senden“ und kopieren Sie dessen Adresse. Office-365-Connectors funktionieren nicht mehr.',
  ntfy: 'Die Adresse eines Themas. Wer den Namen eines Themas kennt, kann es lesen. Wählen Sie einen, der schwer zu erraten ist.',
  webhook: 'Erhält JSON mit einer Signatur, damit Ihr Programm echte Nachrichten von anderen unterscheiden kann.',
}
export const service = 'Dienst'
export const fields = { address: 'Adresse', token: 'Token', chat: 'Chat' }
export const addressHint = 'Zum Beispiel {example}. Sie wird ab jetzt nur noch teilweise angezeigt.'
export const serverHint = 'Leer lassen für {example}.'
export const tokenHint = 'Leer lassen, wenn das Thema offen ist. Sonst ein Zugriffstoken oder benutzer:passwort.'
export const chatHint = 'Zum Beispiel -1001234567890, oder @name für einen öffentlichen Kanal.'
export const name = 'Name'
export const optional = 'Optional.'
export const add = 'Kanal hinzufügen'
export const added = 'Kanal hinzugefügt'
export const change = 'Ändern'
export const changeOf = 'Kanal ändern: {name}'
export const changeHint = 'Leer lassen, um sie zu behalten.'
export const save = 'Speichern'
export const saved = 'Kanal gespeichert'
export const broken = 'Gestört'
export const brokenLead =
  'An {name} wird seit {time} nichts gesendet: {failure}. Geben Sie die Adresse neu ein oder senden Sie einen Test.'
export const testOf = 'Test senden: {name}'
export const testSent = 'Test an {name} gesendet'
export const secret = 'Neues Geheimnis'
export const secretOf = 'Neues Signaturgeheimnis: {name}'
export const secretAsk = 'Neues Signaturgeheimnis für {name} erstellen?'
export const secretLead = 'Nachrichten werden sofort mit dem neuen Geheimnis signiert. Das bisherige gilt nicht mehr.'
export const secretMade =
  'Kopieren Sie dieses Geheimnis jetzt. Es wird nicht noch einmal angezeigt. Ihr Programm prüft damit Signaturen.'
export const copySecret = 'Geheimnis kopieren'
export const done = 'Fertig'
export const remove = 'Löschen'
export const removeOf = 'Kanal löschen: {name}'
export const removeAsk = 'Den Kanal {name} löschen?'
export const removeLead = 'Berichte und Hinweise werden nicht mehr dorthin gesendet.'
export const removed = 'Kanal gelöscht'
