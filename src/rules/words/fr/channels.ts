export const channels = 'Canaux'
export const lead =
  'Messageries et webhooks qui peuvent recevoir rapports et alertes. Choisissez-les ci-dessous, à côté des adresses e-mail.'
export const none =
  'Aucun canal pour l’instant. Ajoutez-en un pour recevoir rapports et alertes là où votre équipe discute.'
export const services = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
export const help = {
  slack: 'Dans Slack, créez une application avec un webhook entrant et copiez son adresse.',
  discord: 'Dans les paramètres du salon Discord, ouvrez Intégrations, puis Webhooks, et copiez l’adresse du webhook.',
  telegram:
    'Créez un bot avec @BotFather, ajoutez-le au groupe, puis saisissez son jeton et le numéro de la discussion.',
  teams:
    'Dans Teams, créez le workflow « Envoyer des alertes webhook à un canal » et copiez son adresse. Les connecteurs Office 365 ne fonctionnent plus.',
  ntfy: 'L’adresse d’un sujet. Toute personne qui connaît son nom peut le lire : choisissez-en un difficile à deviner.',
  webhook: 'Reçoit du JSON signé, pour que votre programme reconnaisse les vrais messages.',
}
export const service = 'Service'
export const fields = { address: 'Adresse', token: 'Jeton', chat: 'Discussion' }
export const addressHint = 'Par exemple {example}. Elle ne sera plus affichée qu’en partie.'
export const serverHint = 'Laissez vide pour {example}.'
export const tokenHint = 'Laissez vide si le sujet est ouvert. Sinon, un jeton d’accès ou utilisateur:motdepasse.'
export const chatHint = 'Par exemple -1001234567890, ou @nom pour un canal public.'
export const name = 'Nom'
export const optional = 'Facultatif.'
export const add = 'Ajouter un canal'
export const added = 'Canal ajouté'
export const change = 'Modifier'
export const changeOf = 'Modifier le canal : {name}'
export const changeHint = 'Laissez vide pour la conserver.'
export const save = 'Enregistrer'
export const saved = 'Canal enregistré'
export const broken = 'En panne'
export const brokenLead =
  'Rien n’est envoyé à {name} depuis le {time} : {failure}. Saisissez à nouveau l’adresse ou envoyez un test.'
export const testOf = 'Envoyer un test : {name}'
export const testSent = 'Test envoyé à {name}'
export const secret = 'Nouveau secret'
export const secretOf = 'Nouveau secret de signature : {name}'
export const secretAsk = 'Créer un nouveau secret de signature pour {name} ?'
export const secretLead = 'Les messages sont aussitôt signés avec le nouveau secret. Le précédent ne fonctionne plus.'
export const secretMade =
  'Copiez ce secret maintenant, il ne sera plus affiché. Votre programme s’en sert pour vérifier les signatures.'
export const copySecret = 'Copier le secret'
export const done = 'Terminé'
export const remove = 'Supprimer'
export const removeOf = 'Supprimer le canal : {name}'
export const removeAsk = 'Supprimer le canal {name} ?'
export const removeLead = 'Les rapports et les alertes n’y sont plus envoyés.'
export const removed = 'Canal supprimé'
