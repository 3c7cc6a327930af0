export const title = 'Authentification à deux facteurs'
export const lead = 'La connexion demande aussi un code d’une application sur votre téléphone.'
export const isOff = 'Désactivée'
export const isOn = {
  one: 'Activée. Il reste {count} code de récupération.',
  many: 'Activée. Il reste {count} de codes de récupération.',
  other: 'Activée. Il reste {count} codes de récupération.',
} as const
export const turnOn = 'Activer'
export const turnOff = 'Désactiver'
export const setUp = 'Configurer l’authentification à deux facteurs'
export const currentPassword = 'Mot de passe actuel'
export const start = 'Commencer'
export const scanLead =
  'Scannez le code QR avec votre application d’authentification. Saisissez ensuite les six chiffres qu’elle affiche.'
export const qrCode = 'Code QR pour votre application d’authentification'
export const secretLead = 'Si vous ne pouvez pas le scanner, saisissez cette clé dans l’application :'
export const copySecret = 'Copier la clé'
export const openApp = 'Ouvrir dans l’application'
export const code = 'Code'
export const codeHint = 'Six chiffres. Le code change toutes les 30 secondes.'
export const anyCodeHint = 'Saisissez le code de votre application d’authentification ou un code de récupération.'
export const codesLead =
  'Chacun de ces codes vous permet de vous connecter une fois si vous perdez votre téléphone. Copiez-les maintenant et gardez-les en lieu sûr. Vous ne pourrez plus les voir ensuite.'
export const copyCodes = 'Copier les codes de récupération'
export const done = 'Terminé'
export const turnedOff = 'L’authentification à deux facteurs est désactivée'
export const offTitle = 'Désactiver l’authentification à deux facteurs'
