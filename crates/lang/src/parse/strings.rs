//! F-strings.

use std::sync::Arc;

use ruff_python_ast as py;
use ruff_text_size::Ranged;

use super::Lowering;
use super::outside::Construct;
use crate::ast::{Conversion, Expr, ExprKind, Formatted};

impl Lowering<'_> {
    pub(super) fn f_string(&mut self, string: &py::ExprFString) -> ExprKind {
        if self.here.in_message {
            return self.message_parts(string);
        }
        let mut parts = Vec::new();
        for part in &string.value {
            match part {
                py::FStringPart::Literal(literal) => self.text_part(literal, &literal.value, &mut parts),
                py::FStringPart::FString(string) => self.elements(&string.elements, &mut parts),
            }
        }
        ExprKind::FString(parts)
    }

    /// The message of an exception: only what is computed for it counts.
    fn message_parts(&mut self, string: &py::ExprFString) -> ExprKind {
        let mut parts = Vec::new();
        for part in &string.value {
            if let py::FStringPart::FString(string) = part {
                self.interpolations(&string.elements, &mut parts);
            }
        }
        ExprKind::Message(parts)
    }

    fn interpolations(&mut self, elements: &py::InterpolatedStringElements, parts: &mut Vec<Expr>) {
        for element in elements.interpolations() {
            parts.push(self.expr(&element.expression));
            if let Some(spec) = &element.format_spec {
                self.deeper(element, |this| this.interpolations(&spec.elements, parts));
            }
        }
    }

    fn elements(&mut self, elements: &py::InterpolatedStringElements, parts: &mut Vec<Expr>) {
        for element in elements {
            match element {
                py::InterpolatedStringElement::Literal(literal) => self.text_part(literal, &literal.value, parts),
                py::InterpolatedStringElement::Interpolation(element) => self.interpolation(element, parts),
            }
        }
    }

    fn text_part(&mut self, range: &impl Ranged, text: &str, parts: &mut Vec<Expr>) {
        let kind = if self.has_surrogate(text, range) {
            self.outside(range.range(), Construct::Surrogate);
            ExprKind::Error
        } else {
            ExprKind::Str(Arc::from(text))
        };
        parts.push(self.expr_of(range.range(), kind));
    }

    fn interpolation(&mut self, element: &py::InterpolatedElement, parts: &mut Vec<Expr>) {
        if let Some(debug) = &element.debug_text {
            let text = debug.as_str().to_owned();
            parts.push(self.expr_of(element.range(), ExprKind::Str(text.into())));
        }
        let value = self.expr(&element.expression);
        let spec = element.format_spec.as_ref().and_then(|spec| {
            self.deeper(element, |this| {
                let mut pieces = Vec::new();
                this.elements(&spec.elements, &mut pieces);
                this.expr_of(element.range(), ExprKind::FString(pieces))
            })
        });
        let conversion = match element.conversion {
            py::ConversionFlag::Str => Conversion::Str,
            py::ConversionFlag::Repr => Conversion::Repr,
            py::ConversionFlag::None if element.debug_text.is_some() && spec.is_none() => Conversion::Repr,
            py::ConversionFlag::None => Conversion::None,
            py::ConversionFlag::Ascii => {
                self.outside(element.range(), Construct::AsciiConversion);
                Conversion::Repr
            }
        };
        let formatted = ExprKind::Formatted(Box::new(Formatted { value, conversion, spec }));
        parts.push(self.expr_of(element.range(), formatted));
    }

    /// Rust strings hold no half surrogate pairs; the parser puts U+FFFD in their place.
    pub(super) fn has_surrogate(&self, value: &str, range: &impl Ranged) -> bool {
        value.contains('\u{FFFD}') && {
            let lower = self.text[range.range()].to_ascii_lowercase();
            ["\\ud", "\\u0000d"].iter().any(|escape| lower.contains(escape))
        }
    }
}
