//! State graphs as text for other programs: DOT and GraphML.

use std::io::{self, Write};

use fewest::StateGraph;

/// Writes the graph for Graphviz. Goals have a double border, and the start a bold one.
pub(crate) fn dot(name: &str, graph: &StateGraph, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "digraph \"{}\" {{", in_dot(name))?;
    writeln!(out, "  node [shape=box, fontname=monospace];")?;
    for (number, state) in graph.states.iter().enumerate() {
        let label = in_dot(&state.drawing);
        write!(
            out,
            "  {number} [label=\"{label}\", distance={}",
            state.distance
        )?;
        if let Some(moves) = state.to_goal {
            write!(out, ", to_goal={moves}")?;
        }
        write!(out, ", goal={}", state.is_goal)?;
        if state.is_goal {
            write!(out, ", peripheries=2")?;
        }
        if number == 0 {
            write!(out, ", style=bold")?;
        }
        writeln!(out, "];")?;
    }
    for edge in &graph.edges {
        let name = in_dot(&graph.names[edge.name as usize]);
        write!(out, "  {} -> {} [label=\"{name}\"", edge.from, edge.to)?;
        if let Some(cost) = edge.cost {
            write!(out, ", cost={cost}")?;
        }
        writeln!(out, "];")?;
    }
    writeln!(out, "}}")
}

/// Escapes text in quotation marks.
fn in_dot(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

/// Writes the graph as GraphML.
pub(crate) fn graphml(graph: &StateGraph, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
    )?;
    for (id, of, kind) in [
        ("distance", "node", "int"),
        ("to_goal", "node", "int"),
        ("goal", "node", "boolean"),
        ("position", "node", "string"),
        ("move", "edge", "string"),
        ("cost", "edge", "int"),
    ] {
        writeln!(
            out,
            "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{id}\" attr.type=\"{kind}\"/>"
        )?;
    }
    writeln!(out, "  <graph edgedefault=\"directed\">")?;
    for (number, state) in graph.states.iter().enumerate() {
        write!(out, "    <node id=\"{number}\">")?;
        data("distance", state.distance, out)?;
        if let Some(moves) = state.to_goal {
            data("to_goal", moves, out)?;
        }
        data("goal", state.is_goal, out)?;
        data("position", in_xml(&state.drawing), out)?;
        writeln!(out, "</node>")?;
    }
    for edge in &graph.edges {
        let (from, to) = (edge.from, edge.to);
        write!(out, "    <edge source=\"{from}\" target=\"{to}\">")?;
        data("move", in_xml(&graph.names[edge.name as usize]), out)?;
        if let Some(cost) = edge.cost {
            data("cost", cost, out)?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

fn data(key: &str, value: impl std::fmt::Display, out: &mut impl Write) -> io::Result<()> {
    write!(out, "<data key=\"{key}\">{value}</data>")
}

fn in_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
