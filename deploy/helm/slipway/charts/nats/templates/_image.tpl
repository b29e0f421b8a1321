{{- define "nats.image" -}}
{{- $image := .Values.image -}}
{{- $repository := $image.repository -}}
{{- with .Values.global.image.registry }}{{ $repository = printf "%s/%s" . $repository }}{{ end -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository ($image.tag | default (printf "%s-alpine" .Chart.AppVersion)) -}}
{{- end -}}
{{- end -}}
